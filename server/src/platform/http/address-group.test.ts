import { expect, test } from 'vitest'
import { addressGroupOf } from './address-group.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2002:c000:0207:1::1', '192.0.2.7'],
  ['2002:c000:0207:ffff::1', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, group) => {
  expect(addressGroupOf(address)).toBe(group)
})

import { expect, it } from 'vitest'
import { createNumberList } from './number-list.ts'

it('reads the text of arrays, in as few bytes as the largest number needs', () => {
  const packed = (...texts: string[]) => {
    const list = createNumberList()
    for (const text of texts) list.addText(text)
    return list.pack()
  }
  expect(packed('{}')).toEqual(new Uint8Array())
  expect(packed('{0}', '{1,255}')).toEqual(Uint8Array.of(0, 1, 255))
  expect(packed('{256,7}')).toEqual(Uint16Array.of(256, 7))
  expect(packed('{65536}')).toEqual(Uint32Array.of(65_536))
  expect(packed('{9007199254740991,4294967296}')).toEqual(
    Float64Array.of(Number.MAX_SAFE_INTEGER, 4_294_967_296),
  )
  expect(packed('{1,2}{3}{40,5}')).toEqual(Uint8Array.of(1, 2, 3, 40, 5))
  const many = Array.from({ length: 1000 }, (_, i) => i)
  expect(packed(`{${many}}`)).toEqual(Uint16Array.from(many))
})

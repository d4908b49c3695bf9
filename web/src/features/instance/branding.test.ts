import { expect, it } from 'vitest'
import { settingLines } from './branding-draft.ts'
import { contrast } from './contrast.ts'

it('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 1)
})

it('quotes the settings of a brand where an environment file needs it', () => {
  const draft = {
    name: 'A & B',
    primary: '#112233',
    onPrimary: '',
    logoLight: '',
    welcomeEn: '',
    welcomeFr: '',
  }
  expect(settingLines(draft)).toBe('MAILWRIGHT_BRAND_NAME="A & B"\nMAILWRIGHT_BRAND_COLOR_PRIMARY=#112233')
})

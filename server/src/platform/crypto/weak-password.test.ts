import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

const person = { email: 'marie.lefevre@example.com', name: 'Marie Lefèvre' }

test.each([
  'passwordpassword',
  'Password1234!',
  'P@ssw0rd2026!!',
  'p-a-s-s-w-o-r-d-1-2-3',
  'Welcome2026!',
  'MotDePasse123',
  'letmeinletmein',
  'CorrectHorseBatteryStaple',
  'correct horse battery staple',
  'Adm1nistrat0r',
  'iloveyou4ever',
  'Mailwright2026',
])('rejects common words: %s', (password) => {
  expect(isWeakPassword(password, person)).toBe(true)
})

test.each(['aaaaaaaaaaaaaaa', 'abababababab', 'aabbccddaabb', '112211221122', '                '])(
  'rejects fewer than five different characters: %j',
  (password) => {
    expect(isWeakPassword(password, person)).toBe(true)
  },
)

test.each([
  'abcdefghijkl',
  '123456789012',
  '987654321098',
  'qwertyuiop12',
  'azertyuiop!!',
  'mlkjhgfdsq123',
  '1qaz2wsx3edc',
  '1q2w3e4r5t6y',
  'x7Kq2x7Kq2x7Kq2',
  'qwertyqwerty',
  'abcd1234efgh5678',
])('rejects sequences, keyboard rows and repetitions: %s', (password) => {
  expect(isWeakPassword(password, person)).toBe(true)
})

test.each(['marielefevre1', 'Marie.Lefèvre!75', 'm4r13-l3f3vr3', 'Lefevre2026!', 'lefevre-marie-xy'])(
  'rejects the address or the name with little else: %s',
  (password) => {
    expect(isWeakPassword(password, person)).toBe(true)
  },
)

test.each([
  'zebra lantern uncover moss',
  'tR9#vQ2!mLx8',
  'Lefevre tunnel cactus broom',
  'my horse ate seven purple hats',
  'хорошая погода в апреле',
  '正確な馬のバッテリーの定番だよ',
  'd0nkey-umbrella-fjord',
  'kf83hfa92ndk',
])('accepts %s', (password) => {
  expect(isWeakPassword(password, person)).toBe(false)
})

test('a short name or address does not reject good passwords', () => {
  expect(isWeakPassword('tR9#vQ2!mLx8jo', { email: 'jo@example.com', name: 'Jo' })).toBe(false)
  expect(isWeakPassword('tR9#vQ2!mLx8', { email: '', name: '' })).toBe(false)
})

test('checks the longest accepted password quickly', () => {
  const began = process.cpuUsage()
  isWeakPassword('qwertyuiopasdfghjklzxcvbnm1234567890'.repeat(8).slice(0, 256), person)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
})

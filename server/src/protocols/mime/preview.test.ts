import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage } from './parse-message.ts'

const mail = (type: string, body: string) =>
  parseMessage(Buffer.from(`Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`)).snippet
const ofHtml = (body: string) => mail('text/html', body)
const ofText = (body: string) => mail('text/plain', body)
const ofBoth = (text: string, html: string) =>
  mail(
    'multipart/alternative; boundary=b',
    `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--`,
  )
const pad = '&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(60)

describe('the preview', () => {
  it.each([
    [
      'an undisplayed preheader',
      '<div style="display:none">Bis Sonntag 20 % Rabatt</div><p>Hallo Eva</p>',
      'Bis Sonntag 20 % Rabatt',
    ],
    [
      'a preheader with padding',
      `<div style="display:none;max-height:0;overflow:hidden">Votre colis arrive demain${pad}</div><p>Bonjour</p>`,
      'Votre colis arrive demain',
    ],
    [
      'a preheader of one pixel',
      '<span style="font-size:1px;color:#fff">Nuevas ofertas para ti</span><h1>Hola</h1>',
      'Nuevas ofertas para ti',
    ],
    [
      'a preheader known by its class',
      '<span class="preheader">Twoje zamówienie wysłano</span><h1>Cześć</h1>',
      'Twoje zamówienie wysłano',
    ],
    [
      'a preheader after the title',
      '<html><head><title>x</title><style>p{}</style></head><body><div style="visibility:hidden;opacity:0">今週のおすすめ商品のご案内</div><p>こんにちは</p>',
      '今週のおすすめ商品のご案内',
    ],
    [
      'no empty preheader',
      `<div style="display:none">${pad}</div><p>Ciao Anna, ecco la fattura.</p>`,
      'Ciao Anna, ecco la fattura.',
    ],
    [
      'no preheader that says how to read the mail',
      '<div style="display:none">View this email in your browser</div><p>Dear Bob</p>',
      'Dear Bob',
    ],
    [
      'no hidden text in the middle',
      '<p>Visible first</p><div style="display:none">Hidden later text</div><p>Second</p>',
      'Visible first Second',
    ],
    [
      'no link to a browser',
      '<p><a href="https://x">Im Browser ansehen</a></p><p>Guten Tag</p>',
      'Guten Tag',
    ],
    [
      'no navigation',
      '<table><tr><td><a href="#">Shop</a></td><td><a href="#">Sale</a></td><td><a href="#">Kontakt</a></td></tr></table><p>Neue Schuhe</p>',
      'Neue Schuhe',
    ],
    ['no texts of logos', '<img src="x" alt="ACME Logo"><p>Добрый день, Анна!</p>', 'Добрый день, Анна!'],
    ['links within a sentence', '<p>See <a href="#">the report</a> of today</p>', 'See the report of today'],
    [
      'links, if there is nothing else',
      '<p><a href="#">Confirm your address</a></p>',
      'Confirm your address',
    ],
  ])('has %s', (_, html, preview) => expect(ofHtml(html)).toBe(preview))

  it.each([
    [
      'View this email in your browser ( https://x.example/v?u=1 )\n\nHello Ann,\nyour order left.',
      'Hello Ann, your order left.',
    ],
    ['Voir la version en ligne : https://x.example/1\n\nBonjour,', 'Bonjour,'],
    ['Bekijk deze e-mail in je browser\n\nBeste Jan,', 'Beste Jan,'],
    ['Zobacz w przeglądarce\nDzień dobry', 'Dzień dobry'],
    ['Открыть в браузере\nЗдравствуйте', 'Здравствуйте'],
    ['在浏览器中查看\n您好，王先生', '您好，王先生'],
    ['브라우저에서 보기\n안녕하세요', '안녕하세요'],
    ['Home | Shop | Sale | Contact\nHello', 'Hello'],
    ['[image: Logo]\n[cid:logo@x]\nHello <https://t.example/c/abcdefgh> Bob', 'Hello Bob'],
    ['[Track your parcel](https://t.example/abc) now', 'Track your parcel now'],
    ['=====================\nNews\n---------------------\nText', 'News Text'],
    ['https://only.example/link', 'https://only.example/link'],
    [
      'Unsubscribe from what you know: a book about learning',
      'Unsubscribe from what you know: a book about learning',
    ],
    ['View in browser', 'View in browser'],
  ])('of the text %j is %j', (text, preview) => expect(ofText(text)).toBe(preview))

  it('is the preheader also of a mail with a text part', () => {
    expect(ofBoth('Plain text', '<div style="display:none">What the author meant</div><p>Rich</p>')).toBe(
      'What the author meant',
    )
    expect(ofBoth('Plain text', '<p>Rich</p><div style="display:none">Not at the start</div>')).toBe(
      'Plain text',
    )
  })

  it('never contains addresses of links or padding beside text', () => {
    const piece = fc.constantFrom(
      'Hello ',
      '\u00a0',
      '\u034f',
      '\u2007',
      'https://t.example/x ',
      '<https://t.example/y>',
      '\n',
      'View in browser\n',
      '| a | b | c |\n',
      '\u200c',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const preview = ofText(`${pieces.join('')}\nword`) ?? ''
        expect(preview).toContain('word')
        expect(preview).not.toMatch(/https?:|\u00a0|\u034f|\u2007|\u200c|\s\s/)
      }),
    )
  })
})

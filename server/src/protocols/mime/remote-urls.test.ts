import { describe, expect, it } from 'vitest'
import { sanitise } from './sanitise-html.ts'

const isReported = (html: string) => sanitise(html).hasRemoteImages

describe('a remote image is reported', () => {
  it.each([
    '//t.test/x',
    'HTTPS://T.TEST/x',
    'h&#116;tps://t.test/x',
    '&#x68;ttp&colon;//t.test/x',
    ' \n https://t.test/x',
    '\u0001https://t.test/x',
    'ht\ttps:/\n/t.test/x',
    'http:/t.test/x',
    'https:t.test/x',
    'https:\\\\t.test/x',
    '\\\\t.test/x',
    '/\\t.test/x',
    'https:///t.test/x',
    'ftp://t.test/x',
    'https://user@t.test:8443/x',
  ])('at the address %j', (address) => {
    expect(isReported(`<img src="${address}">`)).toBe(true)
  })

  it.each([
    '<img srcset="cid:a 1x, https://t.test/x 2x">',
    '<img srcset="//t.test/x,cid:b">'.replace(',', ', '),
    '<img srcset="data:image/png;base64,AA== 1x, //t.test/x 2x">',
    '<picture><source srcset="https://t.test/x"></picture>',
    '<body background="https:\\t.test/x">',
    '<td BACKGROUND=//t.test/x>',
    '<video poster="https://t.test/x"></video>',
    '<input type=image src=//t.test/x>',
    '<image src="https://t.test/x">',
    '<object data="https://t.test/x"></object>',
    '<svg><image xlink:href="https://t.test/x"/></svg>',
    '<base href="https://t.test/"><img src="x.png">',
    '<p style="background:url(https://t.test/x)">',
    '<p style="background:URL( \'https://t.test/x\' )">',
    '<p style="background:u\\72l(https://t.test/x)">',
    '<p style="background:url(\\68 ttps://t.test/x)">',
    '<p style="background:url(https\\3a //t.test/x)">',
    '<p style="background:u/**/rl(cid:a) url(/*x*///t.test/x)">',
    '<p style="background:image-set(&quot;https://t.test/x&quot; 1x)">',
    '<style>p { background: url(//t.test/x) }</style>',
    '<style>@font-face { src: url(//t.test/f) } p { background: url(//t.test/x) }</style>',
    '<style>@import "x.css"; p { background: url(//t.test/x) }</style>',
  ])('in %j', (html) => {
    expect(isReported(html)).toBe(true)
  })
})

describe('no remote image is reported', () => {
  it.each([
    '<img src="cid:a">',
    '<img src="CID:https://t.test">',
    '<img src="data:image/png;base64,iVBORw0KGgo=">',
    '<img src="data:image/svg+xml,https://t.test/x">',
    '<img srcset="data:image/png;base64,//8A 1x">',
    '<img src="x.png"><img src="/x.png"><img src="">',
    '<img src="https:">',
    '<img src="https:／／t.test/x">',
    '<img src="javascript:fetch(\'https://t.test\')">',
    '<a href="https://t.test/x.png">https://t.test/x.png</a>',
    '<p>In CSS, url(https://t.test/x) loads a picture.</p>',
    '<p style="background:url(cid:a)">',
    '<p style="background:url(data:image/png;base64,AA//BB)">',
    '<p style="color:red /* url(https://t.test) */">',
    '<style>p { background: url(#a) }</style>',
    '<img alt="https://t.test/x" title="//t.test">',
    '<style>@font-face { font-family: a; src: url(https://t.test/a.woff2) }</style>',
    '<style>@import url("https://fonts.t.test/css?family=A"); p { color: red }</style>',
    '<style>@im\\port "https://t.test/x.css";</style>',
    '<link rel="stylesheet" href="https://t.test/x.css">',
  ])('in %j', (html) => {
    expect(isReported(html)).toBe(false)
  })
})

it('takes linear time on hostile addresses', () => {
  const before = process.threadCpuUsage()
  for (const value of [
    'url(',
    '/*',
    '\\',
    'a, ',
    '@import',
    '@font-face{',
    '(',
    '"',
    'image-set(',
    ', ',
    'url(a',
  ])
    for (const html of [`<p style='${value.repeat(50_000)}'>`, `<style>${value.repeat(50_000)}</style>`])
      sanitise(`${html}<img srcset='${value.repeat(50_000)}'>`)
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(10_000)
})

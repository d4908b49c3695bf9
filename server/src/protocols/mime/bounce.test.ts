import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage } from './parse-message.ts'

const report = (recipient: string[], original = ['Message-ID: <sent@x.org>', 'Subject: Größe']) =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'Return-Path: <>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'Sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    ...recipient,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    ...original,
    '',
    '--b--',
  ].join('\r\n')
const bounceOf = (source: string) => parseMessage(Buffer.from(source)).bounce
const prose = (text: string, ...fields: string[]) =>
  ['From: MAILER-DAEMON@mx.example', 'Subject: failure notice', ...fields, '', text].join('\r\n')

describe('a bounce', () => {
  it.each([
    ['Action: failed', 'Status: 5.1.1', '550 5.1.1 User unknown', 'hard', '5.1.1'],
    ['Action: failed', 'Status: 5.7.1', '550 5.7.1 Blocked', 'hard', '5.7.1'],
    ['Action: failed', 'Status: 4.4.7', 'Message expired', 'soft', '4.4.7'],
    ['Action: delayed', 'Status: 4.4.1', 'Connection timed out', 'soft', '4.4.1'],
    ['Action: delayed', 'Status: 5.0.0', 'odd', 'soft', '5.0.0'],
    ['Action: failed', 'X-Status: none', '550 Mailbox unavailable', 'hard', null],
    ['Action: failed', 'X-Status: none', '452 4.2.2 Mailbox full', 'soft', '4.2.2'],
    ['Action: delivered', 'Status: 2.0.0', '250 ok', 'delivered', '2.0.0'],
    ['Action: relayed', 'Status: 2.1.5', '250 ok', 'delivered', '2.1.5'],
    ['Action: failed', 'Status: 5.2.2 (mailbox full)', '552 boîte pleine', 'hard', '5.2.2'],
  ])('with %s, %s and %s is %s', (action, status, diagnostic, kind, code) => {
    const fields = [
      'Final-Recipient: rfc822; Bob@Y.example',
      action,
      status,
      `Diagnostic-Code: smtp; ${diagnostic}`,
    ]
    expect(bounceOf(report(fields))).toEqual({
      kind,
      messageId: 'sent@x.org',
      recipients: [{ address: 'Bob@y.example', status: code, reason: diagnostic }],
    })
  })

  it('names all recipients', () => {
    const one = (name: string, status: string) => [
      `Final-Recipient: RFC822;<${name}@y.example>`,
      'Action: failed',
      `Status: ${status}`,
      '',
    ]
    expect(bounceOf(report([...one('a', '4.0.0'), ...one('b', '5.0.0')]))).toMatchObject({
      kind: 'hard',
      recipients: [{ address: 'a@y.example' }, { address: 'b@y.example' }],
    })
  })

  it.each([
    [
      'Hi. This is the qmail-send program.\r\n<bob@y.example>:\r\n550 5.1.1 no such user',
      'bob@y.example',
      '5.1.1',
      'hard',
    ],
    [
      'Impossible de remettre à bob@y.example :\r\n450 4.2.1 réessayez plus tard',
      'bob@y.example',
      '4.2.1',
      'soft',
    ],
    [
      'Die Nachricht an <bob@y.example> konnte nicht zugestellt werden: 554 abgelehnt',
      'bob@y.example',
      null,
      'hard',
    ],
    [
      'No se pudo entregar a bob@y.example.\r\n550 5.1.1 usuario desconocido',
      'bob@y.example',
      '5.1.1',
      'hard',
    ],
    ['Impossibile consegnare a <bob@y.example>: 552 5.2.2 casella piena', 'bob@y.example', '5.2.2', 'hard'],
    [
      'Kan niet worden bezorgd bij bob@y.example\r\n451 4.7.1 probeer later',
      'bob@y.example',
      '4.7.1',
      'soft',
    ],
    ['Nie można dostarczyć do bob@y.example (550 brak skrzynki)', 'bob@y.example', null, 'hard'],
    ['Не удалось доставить: bob@y.example\r\n550 5.7.1 отклонено', 'bob@y.example', '5.7.1', 'hard'],
    [
      '宛先 bob@y.example に配信できません: 421 4.3.2 しばらくお待ちください',
      'bob@y.example',
      '4.3.2',
      'soft',
    ],
    ['无法投递到 <bob@y.example>：550 5.4.1 拒绝', 'bob@y.example', '5.4.1', 'hard'],
  ])('is read from prose: %j', (text, address, status, kind) => {
    expect(bounceOf(prose(text))).toMatchObject({ kind, recipients: [{ address, status }] })
  })

  it('is read from X-Failed-Recipients, with the id from the quoted original', () => {
    expect(
      bounceOf(
        prose('Failed.\r\n\r\n> Message-ID: <sent@x.org>', 'X-Failed-Recipients: a@b.example, c@d.example'),
      ),
    ).toMatchObject({
      messageId: 'sent@x.org',
      recipients: [{ address: 'a@b.example' }],
    })
  })

  it('is null for other mail', () => {
    expect(bounceOf('From: a@b.org\r\nSubject: x\r\n\r\n550 5.1.1 <c@d.org>')).toBeNull()
  })

  it('never fails, whatever the report contains', () => {
    const line = fc.constantFrom(
      'Final-Recipient: rfc822; a@b.c',
      'Action: failed',
      'Status: 5',
      '',
      ':',
      'Status',
      'Diagnostic-Code: x;;',
      '\0',
      '--b',
      'Final-Recipient: <<>>',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const kind = bounceOf(report(lines))?.kind ?? 'hard'
        expect(['hard', 'soft', 'delivered']).toContain(kind)
      }),
    )
  })
})

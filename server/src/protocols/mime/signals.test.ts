import { describe, expect, it } from 'vitest'
import { parseMessage } from './parse-message.ts'
import type { SignalName } from './parsed-message.ts'

const signalsOf = (...fields: string[]) => {
  const from = fields.some((field) => field.startsWith('From:')) ? [] : ['From: Ada <ada@x.org>']
  const source = Buffer.from([...from, ...fields, '', 'Hello'].join('\r\n'))
  const { signals, signalReasons } = parseMessage(source, { ownAddresses: ['Me@x.org'] })
  const raised = Object.entries(signals).flatMap(([name, is]) => (is ? [name as SignalName] : []))
  expect(Object.keys(signalReasons).sort()).toEqual([...raised].sort())
  return raised
}

describe('signals', () => {
  it.each([
    [['Subject: Hello'], []],
    [['Auto-Submitted: auto-replied'], ['isAutoReply']],
    [['Auto-Submitted: auto-generated; owner=x'], ['isAutoReply']],
    [['Auto-Submitted: no'], []],
    [['X-Autoreply: yes'], ['isAutoReply']],
    [['X-Auto-Response-Suppress: OOF, AutoReply'], []],
    [['X-Auto-Response-Suppress: All', 'Subject: Angebot für Juni'], []],
    [['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-generated'], ['isAutoReply']],
    [['Content-Type: multipart/report; report-type=feedback-report'], ['isAutoReply']],
    [['Content-Type: multipart/report; report-type="tlsrpt"'], ['isAutoReply']],
    [['X-Auto-Response-Suppress: DR, NRN'], []],
    [['Precedence: auto_reply'], ['isAutoReply']],
    [['Subject: Out of office'], []],
    [['Subject: Réponse automatique : absence', 'X-Auto-Response-Suppress: DR'], ['isAutoReply']],
    [['Subject: Automatische Antwort: Urlaub', 'X-Loop: 1'], ['isAutoReply']],
    [['Content-Type: multipart/report; report-type=disposition-notification'], ['isAutoReply']],
    [['List-Id: <dev.x.org>'], ['isMailingList']],
    [['List-Unsubscribe: <https://x.org>'], ['isMailingList']],
    [['Precedence: bulk'], ['isMailingList']],
    [['From: no-reply@x.org'], ['isNoReply']],
    [['From: Shop <noreply-orders@x.org>'], ['isNoReply']],
    [['From: ne-pas-repondre@x.fr'], ['isNoReply']],
    [['From: noreply@x.org', 'Reply-To: customer@y.org'], []],
    [['From: ada@x.org', 'Reply-To: noreply@x.org'], ['isNoReply']],
    [['From: arno.reply@x.org'], []],
    [['From: me@X.org'], ['isFromSelf']],
    [['From: me+robot@x.org'], ['isFromSelf']],
    [['From: some@x.org'], []],
    [['Content-Type: multipart/report; report-type=delivery-status'], ['isBounce']],
    [['Return-Path: <>'], ['isBounce']],
    [['Return-Path: <>', 'Auto-Submitted: auto-replied'], ['isAutoReply']],
    [['From: MAILER-DAEMON@x.org'], ['isBounce']],
    [['X-Failed-Recipients: a@b.org'], ['isBounce']],
    [['From: MAILER-DAEMON <>'], ['isBounce', 'isNoReply']],
    [['From: Mail Delivery Subsystem <>'], ['isBounce', 'isNoReply']],
    [['Return-Path: <<>>'], ['isBounce']],
    [['Return-Path: <""> (empty)'], ['isBounce']],
    [['Return-Path: <MAILER-DAEMON>'], ['isBounce']],
    [['Return-Path: <mailer-daemon@mx.example>'], ['isBounce']],
    [['Return-Path: <ada@x.org>'], []],
    [['From: postmaster@x.org', 'Subject: Undeliverable: Order 12'], ['isBounce']],
    [['From: postmaster@x.fr', 'Subject: Non remis : Commande'], ['isBounce']],
    [['From: postmaster@x.de', 'Subject: Unzustellbar: Auftrag'], ['isBounce']],
    [['From: postmaster@x.es', 'Subject: No se puede entregar: Pedido'], ['isBounce']],
    [['From: postmaster@x.pl', 'Subject: Niedostarczalne: Oferta'], ['isBounce']],
    [['From: postmaster@x.ru', 'Subject: Не удалось доставить: Заказ'], ['isBounce']],
    [['From: postmaster@x.jp', 'Subject: 配信不能: 注文'], ['isBounce']],
    [['From: postmaster@x.cn', 'Subject: 退信：订单'], ['isBounce']],
    [['From: postmaster@x.org', 'Subject: Your question about SPF'], []],
    [['From: Ada <ada@x.org>', 'Subject: Undeliverable goods'], []],
    [['X-Mailwright-Loop: i-1'], ['isOwnLoop']],
  ] as [string[], SignalName[]][])('for %j are %j', (fields, raised) => {
    expect(signalsOf(...fields).sort()).toEqual([...raised].sort())
  })

  it('come with the header line that raised them', () => {
    const { signalReasons } = parseMessage(
      Buffer.from('Auto-Submitted: auto-replied\r\nFrom: a@b.org\r\n\r\n'),
    )
    expect(signalReasons).toEqual({ isAutoReply: 'Auto-Submitted: auto-replied' })
  })
})

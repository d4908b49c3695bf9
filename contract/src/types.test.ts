import { expectTypeOf, it } from 'vitest'
import type { BadRequestCode, ErrorBody, ErrorDetails } from './errors/index.ts'
import { api } from './index.ts'
import type { LiveMessage } from './live.ts'
import type { Notification } from './notifications.ts'
import type { Body, BodyInput, Query, QueryInput, Reply } from './route.ts'

// Compile-time assertions: `npm run check` fails on a wrong one.

it('narrows the data of a live message by its type', () => {
  const describe = (message: LiveMessage) => {
    if ('truncated' in message.data) return
    switch (message.type) {
      case 'message.received':
        expectTypeOf(message.data.messageIds).toEqualTypeOf<string[]>()
        return
      case 'table.updated':
        expectTypeOf(message.data.what).toEqualTypeOf<'created' | 'structure' | 'rows' | 'deleted'>()
        // @ts-expect-error a field of another event
        message.data.messageIds
        return
    }
  }
  expectTypeOf(describe).toBeFunction()
  expectTypeOf<LiveMessage<'sending.updated'>['type']>().toEqualTypeOf<'sending.updated'>()
})

it('narrows the params of a notification by its kind, also in the reply of the list', () => {
  const describe = (notification: Notification) => {
    switch (notification.kind) {
      case 'mailbox.removed':
        return notification.params.mode
      case 'mailbox.recovered':
        // @ts-expect-error a field of another kind
        return notification.params.mode
    }
    return undefined
  }
  expectTypeOf(describe).returns.toExtend<'disconnected' | 'deleted' | undefined>()
  expectTypeOf<Reply<typeof api.notifications.list>['items'][number]>().toEqualTypeOf<Notification>()
})

it('narrows the details of an error by its code', () => {
  const describe = (error: ErrorBody) => {
    switch (error.code) {
      case 'api_key.scope_missing':
        return error.details?.required
      case 'tables.limit_reached':
        return error.details?.limit
      case 'tables.not_found':
        expectTypeOf(error.details).toEqualTypeOf<undefined>()
    }
    return undefined
  }
  expectTypeOf(describe).toBeFunction()
  expectTypeOf<ErrorDetails<'templates.forbidden_node'>>().toEqualTypeOf<{ nodeTypes: string[] }>()
  expectTypeOf<ErrorDetails<'tables.not_found'>>().toEqualTypeOf<undefined>()
  expectTypeOf<'request.bad_request' | 'webmail.bad_request'>().toExtend<BadRequestCode>()
  expectTypeOf<'tables.not_found'>().not.toExtend<BadRequestCode>()
})

it('makes fields with a default optional for the client and present for the handler', () => {
  type Create = typeof api.signatures.create
  expectTypeOf<{ name: string }>().toExtend<BodyInput<Create>>()
  expectTypeOf<{ name: string }>().not.toExtend<Body<Create>>()
  expectTypeOf<Body<Create>['bodyText']>().toEqualTypeOf<string>()
  expectTypeOf<Body<Create>['isDefault']>().toEqualTypeOf<boolean | undefined>()
  // biome-ignore lint/complexity/noBannedTypes: the empty query is what is meant.
  expectTypeOf<{}>().toExtend<QueryInput<typeof api.messages.list>>()
  expectTypeOf<Query<typeof api.messages.list>['limit']>().toEqualTypeOf<number>()
  expectTypeOf<BodyInput<typeof api.signatures.list>>().toEqualTypeOf<undefined>()
})

it('makes fields of list items with a default optional for the client', () => {
  type Create = typeof api.tables.create
  expectTypeOf<{ name: string; columns: { label: string }[] }>().toExtend<BodyInput<Create>>()
})

it('keeps paths literal, also those of the deprecated routes', () => {
  expectTypeOf(api.signatures.update.path).toEqualTypeOf<'/api/v1/signatures/{id}'>()
  expectTypeOf(api.webmailSignatures.list.path).toEqualTypeOf<'/api/v1/webmail/signatures'>()
  expectTypeOf(api.webmailSignatures.update.path).toEqualTypeOf<'/api/v1/webmail/signatures/{id}'>()
  expectTypeOf(api.webmailSignatures.update.deprecated).toEqualTypeOf<true>()
})

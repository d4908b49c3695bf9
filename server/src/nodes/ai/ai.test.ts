import { describe, expect, it } from 'vitest'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import { aiClassify } from './ai-classify.ts'
import { aiCompose } from './ai-compose.ts'
import { aiDecide } from './ai-decide.ts'
import { aiExtract } from './ai-extract.ts'

const categories = [{ name: 'invoice' }, { name: 'other' }]

describe('ai.classify', () => {
  it('needs two categories whose names are free', () => {
    expect(validationIssues(aiClassify, { categories })).toBeUndefined()
    expect(validationIssues(aiClassify, { categories: [{ name: 'invoice' }] })).toBeDefined()
    expect(validationIssues(aiClassify, { categories: [{ name: 'unsure' }, { name: 'a' }] })).toBeDefined()
    expect(aiClassify.check?.({ categories: [{ name: 'a' }, { name: 'a' }] })).toMatchObject([
      { path: ['categories', 1, 'name'] },
    ])
  })

  it('says that no model was asked', async () => {
    const answers = { 'ai.classify': { labels: ['invoice'], confidence: 1, byPattern: true } }
    expect(await callNode(aiClassify, { categories }, { answers })).toMatchObject({
      port: 'invoice',
      llmSkipped: true,
    })
  })

  it('fails without a message and a text', async () => {
    const run = { messageId: null }
    await expect(callNode(aiClassify, { categories }, { run })).rejects.toMatchObject({
      code: 'mail.no_message',
    })
    const answers = { 'ai.classify': { labels: [], confidence: 1, byPattern: false } }
    const result = await callNode(aiClassify, { categories, text: 'Hello' }, { run, answers })
    expect(result.portCalls[0]?.[1]).toMatchObject({ material: { text: 'Hello' } })
    expect(result).toMatchObject({ port: 'unsure' })
  })
})

it('ai.extract rejects two fields of one name and a choice without values', () => {
  const fields = [{ name: 'a' }, { name: 'a', type: 'choice' }]
  expect(aiExtract.check?.({ fields })).toMatchObject([
    { path: ['fields', 1, 'name'] },
    { path: ['fields', 1, 'choices'] },
  ])
  expect(validationIssues(aiExtract, { fields: [{ name: 'passages' }] })).toBeDefined()
})

it('ai.decide is unsure below the threshold', async () => {
  const answers = { 'ai.decide': { answer: 'no', confidence: 0.6, score: 10 } }
  expect(await callNode(aiDecide, { question: 'Urgent?' }, { answers })).toMatchObject({ port: 'unsure' })
  expect(await callNode(aiDecide, { question: 'Urgent?', threshold: 0.5 }, { answers })).toMatchObject({
    port: 'no',
  })
})

it('ai.compose asks for no recipient, and warns of what stands in no source', async () => {
  const toCheck = [{ kind: 'amount', text: '10 €', start: 0, end: 4 }]
  const composed = { subject: '', text: '10 €', language: 'fr', supported: 0, toCheck, needsReview: true }
  const answers = { 'ai.compose': composed }
  const { warnings, portCalls } = await callNode(aiCompose, { instructions: 'Be brief.' }, { answers })
  expect(warnings).toEqual([{ code: 'ai.to_check', message: '1 statement stands in no source.' }])
  expect(portCalls[0]?.[1]).toMatchObject({ kind: 'reply', material: { messageId: ids.message } })
  expect(Object.keys(aiCompose.fields)).not.toContain('to')
})

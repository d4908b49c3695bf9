import { randomFrom } from '../../server/test/mail/random.ts'
import type { Language, Person } from './people.ts'

export type Customer = Person & { language: Language }
export type Order = {
  number: string
  customer: Customer
  product: string
  quantity: number
  total: number
  status: 'in production' | 'packed' | 'shipped' | 'delivered'
  /** YYYY-MM-DD */
  ships: string
}

export const products = [
  { name: 'Alba desk lamp', fr: 'lampe de bureau Alba', price: 149 },
  { name: 'Borealis pendant', fr: 'suspension Borealis', price: 320 },
  { name: 'Cinder floor lamp', fr: 'lampadaire Cinder', price: 410 },
  { name: 'Dune wall light', fr: 'applique Dune', price: 95 },
  { name: 'Ember table lamp', fr: 'lampe à poser Ember', price: 129 },
]
export const frenchNameOf = (product: string) => products.find(({ name }) => name === product)?.fr ?? product

const english = [
  'Priya Nair',
  'Tom Ashford',
  'Helen Osei',
  'Marcus Lindqvist',
  'Rosa Delgado',
  'Daniel Frost',
  'Imogen Clarke',
  'Samuel Adeyemi',
  'Nora Byrne',
  'Oliver Grant',
  'Yuki Tanaka',
  'Grace Whitmore',
]
const french = [
  'Élodie Marchand',
  'Luc Fontaine',
  'Inès Benali',
  'Hugo Perrin',
  'Manon Lefèvre',
  'Théo Garnier',
  'Chloé Dumas',
  'Antoine Moreau',
  'Sarah Cohen',
  'Nicolas Petit',
  'Aïcha Diallo',
  'Julie Rousseau',
]

const providers = ['mailbox.example', 'postfach.example', 'courrier.example', 'inbox.example']
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^\w\s]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')

export const customers: Customer[] = [...english, ...french].map((name, at) => ({
  name,
  email: `${plain(name)}@${providers[at % providers.length]}`,
  language: at < english.length ? 'en' : 'fr',
}))

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const statuses = ['delivered', 'shipped', 'packed', 'in production'] as const

/** Two orders for each customer, the oldest numbers first. */
export const orders: Order[] = Array.from({ length: customers.length * 2 }, (_, at) => {
  const random = randomFrom(500 + at)
  const customer = customers[(at * 7) % customers.length] as Customer
  const product = products[at % products.length] as (typeof products)[number]
  const quantity = 1 + random.below(3)
  const age = Math.floor((at / (customers.length * 2)) * statuses.length)
  return {
    number: `LU-${20_400 + at * 3}`,
    customer,
    product: product.name,
    quantity,
    total: product.price * quantity,
    status: statuses[age] ?? 'packed',
    ships: day(-30 + at),
  }
})

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { fault } from '../errors/app-error.ts'

// 46 MiB and one lane as the OWASP password storage cheat sheet recommends, with two passes instead of one.
const cost = { memory: 47_104, passes: 2, parallelism: 1 }
const tagLength = 32
const saltBytes = 16
// Four use 184 MiB together, and as many threads as libuv has by default.
const maxRunning = 4
const semaphore = createSemaphore(maxRunning)
// Two cores derive about twenty a second: who comes later than this would wait for seconds, with everybody behind.
const maxWaiting = 32
let pending = 0

/** Rejects at once when too many wait already. */
async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (pending >= maxRunning + maxWaiting)
    throw fault('internal.unavailable', {
      retryAfterSeconds: 2,
      cause: new Error('too many passwords wait to be hashed'),
    })
  pending += 1
  try {
    return await semaphore.run(work)
  } finally {
    pending -= 1
  }
}

type Stored = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer }

const derive = (password: string, { salt, tag, ...rest }: Stored): Promise<Buffer> =>
  inQueue(
    () =>
      new Promise((resolve, reject) => {
        // RFC 8265, section 4.2.2: composed and decomposed accents are the same password.
        const message = Buffer.from(password.normalize('NFC'), 'utf8')
        argon2('argon2id', { message, nonce: salt, tagLength: tag.length, ...rest }, (error, derived) =>
          error ? reject(error) : resolve(derived),
        )
      }),
  )

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// $argon2id$v=19$m=47104,t=2,p=1$<salt>$<tag>
const format = ({ memory, passes, parallelism, salt, tag }: Stored) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const pattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(stored: string): Stored | undefined {
  const [, m, t, p, salt, tag] = pattern.exec(stored) ?? []
  if (!salt || !tag) return undefined
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const fresh = (): Stored => ({ ...cost, salt: randomBytes(saltBytes), tag: Buffer.alloc(tagLength) })

export async function hashPassword(password: string): Promise<string> {
  const empty = fresh()
  return format({ ...empty, tag: await derive(password, empty) })
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const expected = parse(stored)
  if (!expected) throw new Error('a stored password hash is not an argon2id hash')
  return timingSafeEqual(await derive(password, expected), expected.tag)
}

/** Whether the cost has changed since: rehash while the password is available. */
export function needsRehash(stored: string): boolean {
  const found = parse(stored)
  if (!found) return true
  return (
    found.memory !== cost.memory ||
    found.passes !== cost.passes ||
    found.parallelism !== cost.parallelism ||
    found.tag.length !== tagLength ||
    found.salt.length !== saltBytes
  )
}

// A random tag: no password matches it, and creating it needs no derivation.
const dummyHash = format({ ...fresh(), tag: randomBytes(tagLength) })

/** Does the same work for an unknown member as for a known one, so that timing does not distinguish them. */
export async function spendEqualTime(password = ''): Promise<void> {
  await verifyPassword(password, dummyHash)
}

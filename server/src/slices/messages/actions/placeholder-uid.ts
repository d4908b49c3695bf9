import { randomInt } from 'node:crypto'

// A message that we have moved has no UID in its new folder before the server has moved it too. Until then it has
// one that no server gives (they have 32 bits), far below those of messages that were set aside.
const below = -(2 ** 40)

export const placeholderUid = () => below - randomInt(2 ** 40)

import { randomInt } from 'node:crypto'

// A message moved in the mirror has no UID in its new folder until the server has moved it too. Until then it has one
// that no server assigns (UIDs have 32 bits), in a range of its own below that of other temporary UIDs.
const maxPlaceholder = -(2 ** 40)

export const placeholderUid = () => maxPlaceholder - randomInt(2 ** 40)

/** Names one act of the member: repeating it with the same token does nothing a second time. */
export const clientToken = () => crypto.randomUUID()

/** Addresses are treated as case-insensitive (RFC 5321, section 2.4, discourages case-sensitive ones). */
export const normaliseAddress = (email: string) => email.trim().toLowerCase()

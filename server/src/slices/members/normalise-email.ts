/** The one form in which an address is stored and looked up. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase()

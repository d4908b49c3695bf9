/** The form in which addresses are stored and compared. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase()

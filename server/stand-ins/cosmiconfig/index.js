export const cosmiconfigSync = () => ({ search: () => null })

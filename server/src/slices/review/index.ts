export { createReview } from './review.slice.ts'

throw new Error('there is no canvas')

throw new Error('the command line of graphile-worker is not installed')

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { serversOf } from './server-settings.ts'

const isAddress = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
const pauseMs = 500

/** Looks up the servers of an address once the member has stopped typing. */
export function useDetectedServers(address: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(isAddress(address) ? address : ''), pauseMs)
    return () => clearTimeout(timer)
  }, [address])
  const { data, isFetching, isFetched } = useQuery({
    ...read(client.mailboxSetup.autodetect, { query: { address: settled } }),
    enabled: settled !== '',
  })
  const servers = settled === '' ? undefined : serversOf(data)
  return { servers, isSearching: isFetching, isUnknown: settled !== '' && isFetched && !servers }
}

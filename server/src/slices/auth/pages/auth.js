const form = document.querySelector('form')
const fault = form.querySelector('.fault')
const { kind } = form.dataset
const paths = {
  setup: '/api/v1/auth/setup',
  accept: '/api/v1/auth/invitations/accept',
  signIn: '/api/v1/auth/login',
}
// The approval link to return to. A fragment stays in the browser, and any other address is ignored.
const next = /^#(\/api\/v1\/approvals\/t\/[\w-]+\/(?:approve|reject))$/.exec(location.hash)?.[1]
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  fault.hidden = true
  const token = new URLSearchParams(location.search).get('token') || ''
  const fields = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(paths[kind], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(kind === 'signIn' ? fields : { token, ...fields }),
    })
    if (!response.ok) throw new Error((await response.json()).message)
    if (next) return location.replace(next)
    history.replaceState(null, '', location.pathname)
    form.hidden = true
    document.querySelector('section').hidden = false
  } catch (error) {
    fault.textContent = error instanceof TypeError ? form.dataset.failed : error.message
    fault.hidden = false
  }
})

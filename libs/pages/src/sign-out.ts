import { type Markup, markup } from '@wardstone/markup';

/** Who is signed in, with the way to the console and out: both are the gateway's, which began the session. */
export function renderSignOut(name: string, console = '/console/'): Markup {
  return markup`<form class="user" method="post" action="/logout"><a href="${console}">Console</a> · Signed in as ${name} <button>Sign out</button></form>`;
}

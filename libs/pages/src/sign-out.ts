import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';

/** Who is signed in, with the way out: a form for the gateway, which a page of the product may send it. */
export function renderSignOut(name: Markup | string): Markup {
  return markup`<form class="user" method="post" action="/logout">Signed in as ${name} <button>Sign out</button></form>`;
}

import { type Markup, markup } from '@wardstone/markup';
import { PAGE_POLICY, renderDocument, renderSignOut } from '@wardstone/pages';
import { OIDC_LOGIN_PATH } from '../oidc/oidc-paths';

/** Pages for signing in. Pure. */

/** For pages with a form: under `no-referrer`, browsers send `Origin: null` with the form. */
export const FORM_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  Vary: 'Cookie',
};

export interface LoginPage {
  /** Path to open after signing in. */
  next: string;
  /** Why signing in failed. */
  problem?: string;
  /** User name of the last attempt. */
  username?: string;
  /** Whether an OIDC issuer is configured. */
  hasOidc: boolean;
}

export function renderLoginPage({ next, problem, username = '', hasOidc }: LoginPage): string {
  return renderDocument({
    title: 'Sign in - Wardstone',
    isText: true,
    main: markup`<div class="card">
${SHIELD}
<h1>Sign in to Wardstone</h1>
${problem !== undefined && markup`<p class="problem" role="alert" id="problem">${problem}</p>`}
<form class="form" method="post" action="/auth/session">
<input type="hidden" name="next" value="${next}">
<label>User name
<input name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required${username === '' && AUTOFOCUS}></label>
<label>Password
<input type="password" name="password" autocomplete="current-password" required${username !== '' && AUTOFOCUS}></label>
<button>Sign in</button>
</form>
${hasOidc && renderOidcLink(next)}
</div>`,
  });
}

/** The logo of the console's masthead. */
const SHIELD = markup`<svg width="40" height="40" aria-hidden="true" viewBox="0 0 32 32"><path fill="#0066cc" d="M16 2 4 7v9c0 7 5 12 12 14 7-2 12-7 12-14V7z"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M8.500 16H12l2.500-5 4 10 2.500-5h2.500"/></svg>`;
const AUTOFOCUS = markup` autofocus`;

function renderOidcLink(next: string): Markup {
  const address = `${OIDC_LOGIN_PATH}?next=${encodeURIComponent(next)}`;
  return markup`<p>Or <a href="${address}">sign in with your organisation's account</a></p>`;
}

/**
 * Continues to a path from a page of the product, because browsers that follow a link of another site omit the session
 * cookie, even after a redirect.
 */
export function renderStepPage(to: string): string {
  return renderDocument({
    title: 'Wardstone',
    isText: true,
    head: markup`<meta http-equiv="refresh" content="0; url=${to}">`,
    main: markup`<p><a href="${to}">Continue</a></p>`,
  });
}

/** The signed-in account, with a button to sign out. */
export function renderSignedIn(username: string | undefined): Markup {
  return username === undefined ? markup`<p class="user"><a href="/login">Sign in</a></p>` : renderSignOut(username);
}

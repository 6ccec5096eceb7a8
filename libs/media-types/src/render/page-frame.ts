import { type Markup, markup } from '@wardstone/markup';
import { renderDocument, renderSignOut } from '@wardstone/pages';
import { type PageSettings, PageTools } from './page-tools';

/** The user of a page. */
export interface PageUser {
  name: string;
  /** Whether there is a session to end; programs and Basic credentials have none. */
  hasSession: boolean;
}

/** The known parts of the frame around a page's content. */
export interface PageFrame {
  user?: PageUser | undefined;
  /** Names of ignored query parameters. */
  ignored?: readonly string[];
}

export interface PageParts extends PageFrame {
  title: string;
  /** Path of the request, without suffix. */
  path: string;
  content: Markup;
}

/** Writes a page with a frame that links to the root and to the console. See rule http-7. */
export function renderPage({ title, path, content, user, ignored = [] }: PageParts, settings: PageSettings): string {
  const { productName, basePath } = settings;
  const root = new PageTools(settings).toPagePath(basePath);
  return renderDocument({
    title: `${title} - ${productName}`,
    top: markup`<header><a class="brand" href="${root}">${productName}</a>${userMarkup(user, path, settings)}</header>`,
    main: markup`<h1>${title}</h1>
${ignoredMarkup(ignored)}
${content}`,
  });
}

function userMarkup(user: PageUser | undefined, path: string, settings: PageSettings): Markup {
  const console = settings.consolePageOf(path);
  if (user?.hasSession) return renderSignOut(user.name, console);
  const name = user && markup` · Signed in as ${user.name}`;
  return markup`<span class="user"><a href="${console}">Console</a>${name}</span>`;
}

function ignoredMarkup(names: readonly string[]): Markup | undefined {
  if (names.length === 0) return undefined;
  const list = names.flatMap((name, index) => [index === 0 ? '' : ', ', markup`<code>${name}</code>`]);
  const subject = names.length === 1 ? 'a parameter' : 'parameters';
  return markup`<p class="notice" role="status">The URL has ${subject} that this page does not support: ${list}. Ignored.</p>`;
}

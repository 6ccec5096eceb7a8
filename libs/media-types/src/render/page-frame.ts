import { SUFFIXES } from '../negotiation/suffix';
import type { RecordMediaType } from '../negotiation/media-type';
import { Markup, markup } from '@wardstone/markup';
import { renderDocument, renderSignOut } from '@wardstone/pages';
import { filterForm, type PageQuery } from './page-filters';
import { type PageSettings, type PageStep, type PageSurroundings, PageTools } from './page-tools';

/** Who is shown a page. */
export interface PageUser {
  /** His login. */
  name: string;
  /** Whether he can sign out: programs and Basic credentials cannot. */
  hasSession: boolean;
}

/** What is shown around the content of a page, as far as it is known. */
export interface PageFrame extends Partial<PageSurroundings> {
  user?: PageUser | undefined;
  /** Of the request. */
  query?: PageQuery;
  /** Names of parameters of the query that the page does not know. */
  ignored?: readonly string[];
}

export interface PageParts extends PageFrame {
  title: string;
  /** Path of the request, without suffix. */
  path: string;
  content: Markup;
  /** The other representations of the same thing. */
  alternatives?: readonly RecordMediaType[];
}

const NOTHING = new Markup('');

/** Those that people have a use for. */
const TYPE_LABELS: Readonly<Partial<Record<RecordMediaType, string>>> = {
  json: 'JSON',
  xml: 'XML',
  plain: 'text',
  csv: 'CSV',
};

/** The frame around everything a browser is shown. See rule http-7. */
export function renderPage(parts: PageParts, settings: PageSettings): string {
  const {
    title,
    path,
    content,
    trail,
    subject,
    places = [],
    filters = [],
    user,
    query = {},
    ignored = [],
    alternatives = [],
  } = parts;
  const { productName, basePath } = settings;
  const tools = new PageTools(settings);
  const steps = trail ?? stepsOf(path, settings);
  const windowTitle = [title, ...(subject === undefined ? [] : [subject]), productName].join(' - ');
  const brand =
    path === basePath
      ? markup`<span class="brand">${productName}</span>`
      : markup`<a class="brand" href="${tools.pageOf(basePath)}">${productName}</a>`;
  return renderDocument({
    title: windowTitle,
    top: markup`<header>${brand}${sections(path, steps, tools, settings)}${signedIn(user, tools)}</header>
${path === basePath ? NOTHING : crumbs(steps, trail ? title : undefined, tools, settings)}`,
    main: markup`<h1>${title}</h1>
${placesMarkup(places, path, subject, tools, settings)}
${ignoredMarkup(ignored)}
${filters.length === 0 ? NOTHING : filterForm(filters, tools.pageOf(path), query)}
${content}`,
    bottom: footer(path, alternatives, settings),
  });
}

function ignoredMarkup(names: readonly string[]): Markup {
  if (names.length === 0) return NOTHING;
  const list = names.flatMap((name, index) => [index === 0 ? '' : ', ', markup`<code>${name}</code>`]);
  const subject = names.length === 1 ? 'a parameter' : 'parameters';
  return markup`<p class="notice" role="status">The URL has ${subject} that this page does not support: ${list}. Ignored.</p>`;
}

/** Navigation along the sections of the service that answer. */
function sections(path: string, steps: readonly PageStep[], tools: PageTools, settings: PageSettings): Markup {
  const items = (settings.sections ?? []).flatMap((section) => {
    if (section.isCrumbOnly) return [];
    const full = settings.basePath + section.path;
    const isHere = full === path;
    const current = isHere ? 'page' : steps.some((step) => step.path === section.path) ? 'true' : undefined;
    const anchor = tools.anchorTo(section.path, section.label, current);
    return anchor ? [markup`<li>${anchor}</li>`] : [];
  });
  return items.length === 0 ? NOTHING : markup`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

function signedIn(user: PageUser | undefined, tools: PageTools): Markup {
  if (user === undefined) return NOTHING;
  const name = tools.anchorTo(`/user/${encodeURIComponent(user.name)}`, user.name) ?? user.name;
  return user.hasSession ? renderSignOut(name) : markup`<span class="user">Signed in as ${name}</span>`;
}

/** The way along the path below the root, the page itself last; sections go by their names. */
function stepsOf(path: string, { basePath, sections: named = [] }: PageSettings): PageStep[] {
  if (!path.startsWith(`${basePath}/`)) return [];
  const segments = path
    .slice(basePath.length)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.map((segment, index) => {
    const step = ['', ...segments.slice(0, index + 1)].join('/');
    const label = named.find((section) => section.path === step)?.label ?? decoded(segment);
    return { path: step, label };
  });
}

/** The way from the root to the page; steps that answer nothing themselves are words, not links. */
function crumbs(
  steps: readonly PageStep[],
  title: string | undefined,
  tools: PageTools,
  settings: PageSettings,
): Markup {
  const home = markup`<li><a href="${tools.pageOf(settings.basePath)}">Home</a></li>`;
  const before = (title === undefined ? steps.slice(0, -1) : steps).map(
    ({ path, label }) => markup`<li>${isWord(path, settings) ? label : (tools.anchorTo(path, label) ?? label)}</li>`,
  );
  const here = title ?? steps.at(-1)?.label;
  const last = here === undefined ? NOTHING : markup`<li aria-current="page">${here}</li>`;
  return markup`<nav class="crumbs" aria-label="Breadcrumbs"><ol>${home}${before}${last}</ol></nav>`;
}

function isWord(path: string, { sections = [] }: PageSettings): boolean {
  return sections.some((section) => section.path === path && section.needsQuery);
}

/** The other pages about the same thing. */
function placesMarkup(
  places: readonly PageStep[],
  path: string,
  subject: string | undefined,
  tools: PageTools,
  { basePath }: PageSettings,
): Markup {
  const items = places.flatMap((place) => {
    const anchor = tools.anchorTo(place.path, place.label, basePath + place.path === path ? 'page' : undefined);
    return anchor ? [markup`<li>${anchor}</li>`] : [];
  });
  if (items.length === 0) return NOTHING;
  return markup`<nav class="places" aria-label="${subject ?? 'Pages'}"><ul>${items}</ul></nav>`;
}

function footer(path: string, alternatives: readonly RecordMediaType[], settings: PageSettings): Markup {
  const shown = alternatives.filter((type) => TYPE_LABELS[type] !== undefined);
  if (shown.length === 0 || !settings.addresses.takesSuffix(path)) return NOTHING;
  const stem = path === settings.basePath ? `${path}/` : path;
  const links = shown.map((type) => markup`<a href="${stem + SUFFIXES[type]}">${TYPE_LABELS[type]}</a> `);
  return markup`<footer><span>Also as</span> ${links}</footer>`;
}

/** A path segment for display; unchanged when it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

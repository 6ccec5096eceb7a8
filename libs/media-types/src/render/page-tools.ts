import { withSuffix } from '../negotiation/suffix';
import { partsOf } from '../record/link';
import type { Link } from '@wardstone/dto';
import { type Markup, markup } from '@wardstone/markup';
import type { PageFilter } from './page-filters';

/** What a page needs to know of the service's routes. Paths begin with the base path and have no suffix. */
export interface KnownAddresses {
  /** Whether GET is routed there. */
  isServed(path: string): boolean;
  /** Whether any method is routed there. */
  isRouted(path: string): boolean;
  /** Whether the last segment may carry a suffix: it is a literal or a numeric id, not a name. */
  takesSuffix(path: string): boolean;
}

/** A step on the way to a page, or to a page beside it. */
export interface PageStep {
  /** Below the base path, e.g. `/resource/10001`. */
  path: string;
  label: string;
}

/** A section of the service. */
export interface PageSection extends PageStep {
  /** Names the step in breadcrumbs only; not listed in the navigation. */
  isCrumbOnly?: boolean;
  /** Nothing is there to see without a query, so that the step is a word, not a link. */
  needsQuery?: boolean;
}

/** Where a page belongs, when its path alone does not tell. */
export interface PageSurroundings {
  /** The way from the root to the page, without the two. */
  trail: readonly PageStep[];
  /** Name of what the page is about, when its title does not say it. */
  subject: string;
  /** The pages about the same thing, this one included. */
  places: readonly PageStep[];
  /** What narrows the list that the page shows. */
  filters?: readonly PageFilter[];
}

export interface PageSettings {
  productName: string;
  /** What the navigation of every page lists, as far as it is available. */
  sections?: readonly PageSection[];
  /** Public address without a trailing slash; absolute links begin with it. */
  publicBaseUrl: string;
  /** Path of the root below it, e.g. `/rest`. */
  basePath: string;
  addresses: KnownAddresses;
}

const WEB_ADDRESS = /^https?:\/\//i;

/** Makes the links of a page, which keep a browser in HTML. See rule http-7. */
export class PageTools {
  constructor(private readonly settings: PageSettings) {}

  /** The link as an anchor named for its relation. */
  linkTo(link: Link): Markup {
    const { rel, href } = partsOf(link);
    return this.anchor(href, rel);
  }

  /** An anchor; only its text when the address is none a browser should follow. */
  anchor(href: string, text: string): Markup {
    const address = this.addressOf(href);
    return address === undefined ? markup`${text}` : markup`<a href="${address}">${text}</a>`;
  }

  /** An anchor to a path below the root, e.g. `/alert/10001`; undefined when nothing is routed there. */
  anchorTo(path: string, text: string, current?: 'page' | 'true'): Markup | undefined {
    const { basePath, addresses } = this.settings;
    const [bare = ''] = path.split(/[?#]/, 1);
    if (!addresses.isServed(basePath + bare)) return undefined;
    const href = this.pageOf(basePath + path);
    return current === undefined
      ? markup`<a href="${href}">${text}</a>`
      : markup`<a href="${href}" aria-current="${current}">${text}</a>`;
  }

  /** The address without the host, which the browser knows. */
  onThisHost(address: string): string {
    const { publicBaseUrl } = this.settings;
    return address.startsWith(`${publicBaseUrl}/`) ? address.slice(publicBaseUrl.length) : address;
  }

  /** The page of a path below the base path. */
  pageOf(path: string): string {
    const [bare = ''] = path.split(/[?#]/, 1);
    if (bare === this.settings.basePath) return withSuffix(`${path}/`, 'html');
    return this.settings.addresses.takesSuffix(bare) ? withSuffix(path, 'html') : path;
  }

  /** Own addresses become pages on the same host, relative ones count from the root's; foreign ones stay. */
  private addressOf(href: string): string | undefined {
    const { publicBaseUrl, basePath } = this.settings;
    const isOwn = href.startsWith(`${publicBaseUrl}${basePath}/`) || href === `${publicBaseUrl}${basePath}`;
    if (isOwn) return this.pageOf(href.slice(publicBaseUrl.length));
    if (WEB_ADDRESS.test(href)) return href;
    // The root's links carry their suffix already. Anything with a scheme is no address of ours.
    return /^[^/?#]*:/.test(href) || href.startsWith('/') ? undefined : `${basePath}/${href}`;
  }
}

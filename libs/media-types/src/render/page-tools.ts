import { withSuffix } from '../negotiation/media-type';
import { type Link, linkParts } from '@wardstone/dto';
import { type Markup, markup } from '@wardstone/markup';

/** The service's routes, for links on pages. Paths start with the base path and have no suffix. */
export interface KnownAddresses {
  /** Whether a GET route matches. */
  isServed(path: string): boolean;
  /** Whether a route of any method matches. */
  isRouted(path: string): boolean;
  /** Whether the last segment may have a suffix: it is a literal or a numeric id, not a name. */
  takesSuffix(path: string): boolean;
  /** Whether the suffix `.html` returns a page. */
  hasPage(path: string): boolean;
}

export interface PageSettings {
  productName: string;
  /** Public address without a trailing slash; absolute links start with it. */
  publicBaseUrl: string;
  /** Path of the root, e.g. `/rest`. */
  basePath: string;
  addresses: KnownAddresses;
  /** Address of the corresponding page of the console. */
  consolePageOf(path: string): string;
}

const WEB_ADDRESS = /^https?:\/\//i;

/** Creates links between pages, which keep a browser in HTML. See rule http-7. */
export class PageTools {
  constructor(private readonly settings: PageSettings) {}

  /** An anchor labelled with the relation of the link. */
  linkTo(link: Link): Markup {
    const { rel, href } = linkParts(link);
    return this.anchor(href, rel);
  }

  /** An anchor, or only its text if a browser should not follow the address. */
  anchor(href: string, text: string): Markup {
    const address = this.toAddress(href);
    return address === undefined ? markup`${text}` : markup`<a href="${address}">${text}</a>`;
  }

  /** An anchor to a path below the root, e.g. `/alert/10001`; undefined without a matching route. */
  anchorTo(path: string, text: string): Markup | undefined {
    const { basePath, addresses } = this.settings;
    const [bare = ''] = path.split(/[?#]/, 1);
    if (!addresses.isServed(basePath + bare)) return undefined;
    return markup`<a href="${this.toPagePath(basePath + path)}">${text}</a>`;
  }

  /** The address without scheme and host. */
  onThisHost(address: string): string {
    const { publicBaseUrl } = this.settings;
    return address.startsWith(`${publicBaseUrl}/`) ? address.slice(publicBaseUrl.length) : address;
  }

  /** Address of the page for a path below the base path. */
  toPagePath(path: string): string {
    const [bare = ''] = path.split(/[?#]/, 1);
    if (bare === this.settings.basePath) return withSuffix(`${path}/`, 'html');
    return this.settings.addresses.hasPage(bare) ? withSuffix(path, 'html') : path;
  }

  /**
   * Own addresses become pages on the same host, relative ones are resolved at the root; foreign ones are unchanged.
   */
  private toAddress(href: string): string | undefined {
    const { publicBaseUrl, basePath } = this.settings;
    const isOwn = href.startsWith(`${publicBaseUrl}${basePath}/`) || href === `${publicBaseUrl}${basePath}`;
    if (isOwn) return this.toPagePath(href.slice(publicBaseUrl.length));
    if (WEB_ADDRESS.test(href)) return href;
    // Links of the root already have a suffix. An address with a scheme is a foreign one.
    return /^[^/?#]*:/.test(href) || href.startsWith('/') ? undefined : `${basePath}/${href}`;
  }
}

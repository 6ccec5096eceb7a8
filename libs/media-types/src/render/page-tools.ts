import { withSuffix } from '../negotiation/media-type';
import { type Link, linkParts } from '@wardstone/dto';
import { type Markup, markup } from '@wardstone/markup';

/** The service's routes, for pages. Paths begin with the base path and have no suffix. */
export interface KnownAddresses {
  /** Whether GET is routed there. */
  isServed(path: string): boolean;
  /** Whether any method is routed there. */
  isRouted(path: string): boolean;
  /** Whether the last segment may carry a suffix: it is a literal or a numeric id, not a name. */
  takesSuffix(path: string): boolean;
  /** Whether the suffix `.html` leads to a page. */
  hasPage(path: string): boolean;
}

export interface PageSettings {
  productName: string;
  /** Public address without a trailing slash; absolute links begin with it. */
  publicBaseUrl: string;
  /** Path of the root below it, e.g. `/rest`. */
  basePath: string;
  addresses: KnownAddresses;
  /** Address of the console's page about what is at a path. */
  consolePageOf(path: string): string;
}

const WEB_ADDRESS = /^https?:\/\//i;

/** Makes the links of a page, which keep a browser in HTML. See rule http-7. */
export class PageTools {
  constructor(private readonly settings: PageSettings) {}

  /** The link as an anchor named for its relation. */
  linkTo(link: Link): Markup {
    const { rel, href } = linkParts(link);
    return this.anchor(href, rel);
  }

  /** An anchor; only its text when the address is none a browser should follow. */
  anchor(href: string, text: string): Markup {
    const address = this.addressOf(href);
    return address === undefined ? markup`${text}` : markup`<a href="${address}">${text}</a>`;
  }

  /** An anchor to a path below the root, e.g. `/alert/10001`; undefined when nothing is routed there. */
  anchorTo(path: string, text: string): Markup | undefined {
    const { basePath, addresses } = this.settings;
    const [bare = ''] = path.split(/[?#]/, 1);
    if (!addresses.isServed(basePath + bare)) return undefined;
    return markup`<a href="${this.pageOf(basePath + path)}">${text}</a>`;
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
    return this.settings.addresses.hasPage(bare) ? withSuffix(path, 'html') : path;
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

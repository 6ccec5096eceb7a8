import type { IncomingMessage } from 'node:http';
import type { CallerIdentity } from '../caller';

/** The sessions of browsers: of the gateway alone. */
export abstract class BrowserSessions {
  /**
   * Whose session the cookie of the request names; undefined without one that is good. A browser sends it on its own, so
   * one that is not is no attempt to log in.
   *
   * @throws foreign_page when the request is a write that no page of the product is known to have caused, service_unavailable
   */
  abstract find(request: IncomingMessage): Promise<CallerIdentity | undefined>;
}

import { listRouteAccess } from '@wardstone/auth';
import { ApiError, CommonError, type ErrorMapping } from '@wardstone/errors';
import type { INestApplicationContext } from '@nestjs/common';

/** The methods of each path, as the controllers declare them. */
export class Routes {
  private routes: readonly { pattern: RegExp; method: string }[] = [];

  readFrom(app: INestApplicationContext): void {
    this.routes = listRouteAccess(app)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ path, method }) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`), method }));
  }

  /** 405 with `Allow` where another method would do, 404 elsewhere. See rule platform-4. */
  readonly errors: ErrorMapping = {
    routeNotFound: (method, path) => {
      const found = this.routes.filter(({ pattern }) => pattern.test(path));
      if (found.length === 0) return new ApiError(CommonError.not_found, `Unknown path: ${path}`);
      const allow = found.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method)).join(', ');
      return new ApiError(CommonError.method_not_allowed, `${path} does not support ${method}, only ${allow}.`, {
        headers: { Allow: allow },
      });
    },
  };
}

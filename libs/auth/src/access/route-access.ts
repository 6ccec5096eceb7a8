import { type INestApplicationContext, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { type Access, ACCESS, CERTIFICATE_ACCESS } from './access.guard';

export interface RouteAccess {
  /** `GET`, `POST`, ... or `ALL`. */
  method: string;
  /** Path pattern, e.g. `/policies/:policyId`; a route with several paths is listed once for each. */
  path: string;
  /** `PolicyController.create`. */
  handler: string;
  /** Absent when the route declares nothing, so that everybody is refused. */
  access?: Access;
  allowsCertificate: boolean;
}

/** Every route of an application with what it requires of its caller; for the authorisation tests. */
export function listRouteAccess(app: INestApplicationContext): RouteAccess[] {
  const reflector = new Reflector();
  const scanner = new MetadataScanner();
  const classes = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as abstract new () => object),
  );
  return [...new Set(classes)].flatMap((controller) => {
    const prototype = controller.prototype as Record<string, (...args: unknown[]) => unknown>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (!handler || Reflect.getMetadata(PATH_METADATA, handler) === undefined) return [];
      const targets = [handler, controller as unknown as new () => object];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, targets);
      const allowsCertificate = reflector.getAllAndOverride<boolean | undefined>(CERTIFICATE_ACCESS, targets) ?? false;
      return toPaths(controller, handler).map((path) => ({
        method,
        path,
        handler: `${controller.name}.${name}`,
        ...(access ? { access } : {}),
        allowsCertificate,
      }));
    });
  });
}

/** Routes that forgot to declare their access, as `GET /path (Controller.method)`; a service's test expects none. */
export function routesWithoutAccess(app: INestApplicationContext): string[] {
  return listRouteAccess(app)
    .filter(({ access }) => !access)
    .map(({ method, path, handler }) => `${method} ${path} (${handler})`);
}

function toPaths(controller: object, handler: object): string[] {
  const prefixes = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
  const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
  return prefixes.flatMap((prefix) =>
    paths.map(
      (path) =>
        `/${[prefix, path]
          .flatMap((part) => part.split('/'))
          .filter(Boolean)
          .join('/')}`,
    ),
  );
}

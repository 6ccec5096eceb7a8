import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, CommonError } from '@wardstone/errors';
import { Authenticator } from '../authenticator';
import type { AuthenticatedRequest, CallerIdentity } from '../caller';
import { missingPermissions } from '@wardstone/permissions';
import { ACCESS, type Access, CERTIFICATE_ACCESS, OPEN_TO_STRANGERS } from './access.decorators';

type Openness = (request: AuthenticatedRequest) => boolean;

/** What a route declares. */
interface Declaration {
  access: Access;
  isOpen: Openness | undefined;
  allowsCertificate: boolean;
}

/** Refuses what a route does not declare: a route without an access declaration returns 500, to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** By controller and handler, for it is asked for with every request and never changes. */
  private readonly declarations = new WeakMap<object, WeakMap<object, Declaration>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const { access, isOpen, allowsCertificate } = this.declarationOf(context);
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (isOpen?.(request) && !request.caller && !this.authenticator.hasCredentials(request)) return true;
    if (request.caller) {
      requireAccess(request.caller, access, allowsCertificate);
      return true;
    }
    return this.authenticator.authenticate(request).then((caller) => {
      request.caller = caller;
      requireAccess(caller, access, allowsCertificate);
      return true;
    });
  }

  private declarationOf(context: ExecutionContext): Declaration {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const ofController = this.declarations.get(controller) ?? new WeakMap<object, Declaration>();
    this.declarations.set(controller, ofController);
    const known = ofController.get(handler);
    if (known) return known;
    const read = <T>(key: symbol): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
    const access = read<Access>(ACCESS);
    if (!access) throw undeclared(context);
    const declaration = {
      access,
      isOpen: read<Openness>(OPEN_TO_STRANGERS),
      allowsCertificate: read<boolean>(CERTIFICATE_ACCESS) ?? false,
    };
    ofController.set(handler, declaration);
    return declaration;
  }
}

/** @throws insufficient_scope */
export function requireAccess(caller: CallerIdentity, access: Access, allowsCertificate: boolean): void {
  if (caller.systemCn !== undefined) {
    if (allowsCertificate) return;
    throw new ApiError(CommonError.insufficient_scope, 'Hosts with a client certificate may not call this operation.');
  }
  if (access.kind !== 'permission') {
    if ((access.kind === 'authenticated' && access.evenMeters) || !isMeter(caller)) return;
    throw new ApiError(CommonError.insufficient_scope, 'This account may only read /metrics.');
  }
  const missing = missingPermissions(caller.permissions, access.permissions);
  if (missing.length === 0) return;
  throw new ApiError(CommonError.insufficient_scope, `This operation needs the permission ${missing.join(' and ')}.`);
}

/** A login for metrics alone is no session: it may not even do what needs no permission. */
function isMeter({ permissions }: CallerIdentity): boolean {
  return permissions.length > 0 && permissions.every((name) => name === 'metrics:read');
}

function undeclared(context: ExecutionContext): ApiError {
  const name = `${context.getClass().name}.${context.getHandler().name}`;
  return new ApiError(CommonError.internal_error, CommonError.internal_error.description, {
    cause: new Error(`${name} declares no access: add @Public(), @Authenticated() or @RequirePermission()`),
  });
}

import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, CommonError } from '@wardstone/errors';
import { Authenticator } from '../authenticator';
import type { AuthenticatedRequest, CallerIdentity } from '../caller';
import { missingPermissions } from '../roles';
import { ACCESS, CERTIFICATE_ACCESS, OPEN_TO_STRANGERS } from './access.decorators';
import type { Access } from './access.decorators';

type Openness = (request: AuthenticatedRequest) => boolean;

/** Refuses what a route does not declare: a route without an access declaration answers 500, to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, route);
    if (!access) throw undeclared(context);
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const isOpen = this.reflector.getAllAndOverride<Openness | undefined>(OPEN_TO_STRANGERS, route);
    if (isOpen?.(request) && !request.caller && !this.authenticator.hasCredentials(request)) return true;
    request.caller ??= await this.authenticator.authenticate(request);
    const allowsCertificate = this.reflector.getAllAndOverride<boolean | undefined>(CERTIFICATE_ACCESS, route) ?? false;
    requireAccess(request.caller, access, allowsCertificate);
    return true;
  }
}

/** @throws insufficient_scope */
export function requireAccess(caller: CallerIdentity, access: Access, allowsCertificate: boolean): void {
  if (caller.systemCn !== undefined) {
    if (allowsCertificate) return;
    throw new ApiError(CommonError.insufficient_scope, 'A host with a certificate may not call this operation.');
  }
  if (access.kind !== 'permission') {
    if (!isMeter(caller)) return;
    throw new ApiError(CommonError.insufficient_scope, 'This login may read /metrics and nothing else.');
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

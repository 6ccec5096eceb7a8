import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { noteForAudit } from '@wardstone/bootstrap';
import type { Request } from 'express';

/** Adds to the line that the audit log writes about a request. Nothing secret: it is written as it is. */
export type AuditNote = (facts: object) => void;

/** Gives a handler the means to say in the audit log what it changes. */
export const Audit = createParamDecorator((_data: unknown, context: ExecutionContext): AuditNote => {
  const request = context.switchToHttp().getRequest<Request>();
  return (facts) => noteForAudit(request, facts);
});

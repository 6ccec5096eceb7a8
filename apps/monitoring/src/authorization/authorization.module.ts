import { Global, Module } from '@nestjs/common';
import { AuthorizationQueries } from './authorization.queries';
import { AuthorizationService } from './authorization.service';

/** The policy point; every feature asks it. */
@Global()
@Module({ providers: [AuthorizationService, AuthorizationQueries], exports: [AuthorizationService] })
export class AuthorizationModule {}

import { Module } from '@nestjs/common';
import { AuthorizationQueries } from './authorization.queries';
import { AuthorizationService } from './authorization.service';

/** Permissions on resources and groups. */
@Module({ providers: [AuthorizationService, AuthorizationQueries], exports: [AuthorizationService] })
export class AuthorizationModule {}

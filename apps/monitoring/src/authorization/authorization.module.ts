import { Module } from '@nestjs/common';
import { AuthorizationQueries } from './authorization.queries';
import { AuthorizationService } from './authorization.service';

/** Who may see and do what to which resource or group. */
@Module({ providers: [AuthorizationService, AuthorizationQueries], exports: [AuthorizationService] })
export class AuthorizationModule {}

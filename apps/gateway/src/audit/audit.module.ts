import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail';
import { AuditController } from './audit.controller';
import { AuditQueries } from './audit.queries';
import { AuditService } from './audit.service';

/** The audit log. */
@Module({ controllers: [AuditController], providers: [AuditQueries, AuditService, AuditTrail] })
export class AuditModule {}

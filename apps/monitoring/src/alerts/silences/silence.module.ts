import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { AlertDefinitionsModule } from '../definitions/alert-definitions.module';
import { AlertEngineModule } from '../engine/alert-engine.module';
import { SilenceController } from './silence.controller';
import { SilenceQueries } from './silence.queries';
import { SilenceService } from './silence.service';

/** Times in which alerts are stored and not notified. */
@Module({
  imports: [AuthorizationModule, AlertDefinitionsModule, AlertEngineModule],
  controllers: [SilenceController],
  providers: [SilenceService, SilenceQueries],
})
export class SilenceModule {}

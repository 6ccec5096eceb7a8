import { Module } from '@nestjs/common';
import { SecurityGuidesModule } from '../security-guides/security-guides.module';
import { ProfileRulesController } from './profile-rules.controller';
import { RulesController } from './rules.controller';
import { RulesQueries } from './rules.queries';
import { RulesService } from './rules.service';

@Module({
  imports: [SecurityGuidesModule],
  controllers: [RulesController, ProfileRulesController],
  providers: [RulesService, RulesQueries],
})
export class RulesModule {}

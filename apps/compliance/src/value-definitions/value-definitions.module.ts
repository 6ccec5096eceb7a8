import { Module } from '@nestjs/common';
import { SecurityGuidesModule } from '../security-guides/security-guides.module';
import { ValueDefinitionsController } from './value-definitions.controller';
import { ValueDefinitionsQueries } from './value-definitions.queries';
import { ValueDefinitionsService } from './value-definitions.service';

@Module({
  imports: [SecurityGuidesModule],
  controllers: [ValueDefinitionsController],
  providers: [ValueDefinitionsService, ValueDefinitionsQueries],
})
export class ValueDefinitionsModule {}

import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { InventoryModule } from '../../resources/inventory.module';
import { AlertEngineModule } from '../../alert-engine/alert-engine.module';
import { DependencyController } from './dependency.controller';
import { DependencyQueries } from './dependency.queries';
import { DependencyService } from './dependency.service';

/** What resources depend on, besides what they are part of. */
@Module({
  imports: [AuthorizationModule, InventoryModule, AlertEngineModule],
  controllers: [DependencyController],
  providers: [DependencyService, DependencyQueries],
})
export class DependencyModule {}

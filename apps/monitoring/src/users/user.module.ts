import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { GroupModule } from '../groups/group.module';
import { InventoryModule } from '../resources/inventory.module';
import { AccountsModule } from './accounts.module';
import { FavoritesQueries, UserQueries } from './user.queries';
import { UserController } from './user.controller';
import { UserService } from './user.service';

@Module({
  imports: [AuthorizationModule, GroupModule, InventoryModule, AccountsModule],
  controllers: [UserController],
  providers: [UserService, UserQueries, FavoritesQueries],
})
export class UserModule {}

import { Module } from '@nestjs/common';
import { ResourceModule } from '../resources/resource.module';
import { FavoritesQueries } from './favorites.queries';
import { KnownUsers } from './known-users';
import { UserController } from './user.controller';
import { UserQueries } from './user.queries';
import { UserService } from './user.service';

@Module({
  imports: [ResourceModule],
  controllers: [UserController],
  providers: [UserService, UserQueries, FavoritesQueries, KnownUsers],
})
export class UserModule {}

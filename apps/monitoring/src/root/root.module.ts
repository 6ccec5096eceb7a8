import { Module } from '@nestjs/common';
import { PageGuide } from '@wardstone/media-types';
import { ConsoleGuide } from './console-guide';
import { ConsoleGuideQueries } from './console-guide.queries';
import { RootController } from './root.controller';
import { RootService } from './root.service';

/** Where walks begin, and what leads on from every page. */
@Module({
  controllers: [RootController],
  providers: [RootService, ConsoleGuideQueries, { provide: PageGuide, useClass: ConsoleGuide }],
  exports: [PageGuide],
})
export class NavigationModule {}

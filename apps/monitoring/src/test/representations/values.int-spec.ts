import './doubles.suite';
import './negative-ids.suite';
import './order-of-reads.suite';
import './round-trip.suite';

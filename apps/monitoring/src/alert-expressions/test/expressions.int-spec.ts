import './evaluation.suite';
import './rights.suite';

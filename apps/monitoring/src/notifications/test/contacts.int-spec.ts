import './contact-methods.suite';
import './contact-delivery.suite';

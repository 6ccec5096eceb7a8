import './contact-methods.suite';
import './contact-delivery.suite';
import './compliance-mails.suite';

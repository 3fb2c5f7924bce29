export { ShieldCheck as ip, ListChecks as ipLogs } from 'lucide-react';

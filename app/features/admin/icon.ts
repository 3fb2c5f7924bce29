export { ShieldCheck as admin } from 'lucide-react';

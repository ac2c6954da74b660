"""What `auto` chooses by: what each way to answer costs, as measured, and what for."""

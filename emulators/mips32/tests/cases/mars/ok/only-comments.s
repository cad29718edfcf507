# nothing

   # to do
